// Command kube-rig is the real Kubernetes API server for tests: etcd, kube-apiserver and kube-controller-manager from their
// public modules, each as a subcommand, so that no container and no node is needed. `src/kubernetes/real-api-server.ts` starts it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

// etcd serves until it is told to stop. Its data is for one test run, so nothing is synced to disk.
func etcd(args []string) error {
	flags := flag.NewFlagSet("etcd", flag.ContinueOnError)
	folder := flags.String("data-dir", "", "data folder")
	clients := flags.String("client-url", "", "URL for clients")
	peers := flags.String("peer-url", "", "URL for peers")
	if err := flags.Parse(args); err != nil {
		return err
	}
	clientURL, clientErr := url.Parse(*clients)
	peerURL, peerErr := url.Parse(*peers)
	if err := errors.Join(clientErr, peerErr); err != nil {
		return err
	}
	config := embed.NewConfig()
	config.Dir = *folder
	config.ListenClientUrls = []url.URL{*clientURL}
	config.AdvertiseClientUrls = config.ListenClientUrls
	config.ListenPeerUrls = []url.URL{*peerURL}
	config.AdvertisePeerUrls = config.ListenPeerUrls
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.LogLevel = "error"
	config.UnsafeNoFsync = true
	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	defer server.Close()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, os.Interrupt)
	select {
	case <-stop:
		return nil
	case err := <-server.Err():
		return err
	}
}

func run(command *cobra.Command, args []string) {
	command.SetArgs(args)
	os.Exit(cli.Run(command))
}

func main() {
	part, args := "", []string{}
	if len(os.Args) > 1 {
		part, args = os.Args[1], os.Args[2:]
	}
	switch part {
	case "etcd":
		if err := etcd(args); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "apiserver":
		run(apiserver.NewAPIServerCommand(), args)
	case "controllers":
		run(controllers.NewControllerManagerCommand(), args)
	default:
		fmt.Fprintln(os.Stderr, "usage: kube-rig etcd|apiserver|controllers [flags]")
		os.Exit(2)
	}
}
